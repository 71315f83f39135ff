/** Where a visitor of a country appears to be. */
export interface Place {
  timezoneId: string
  latitude: number
  longitude: number
}

/** The principal place of a country; one that is not known is treated as being on the meridian of Greenwich. */
export function placeOf(country: string): Place {
  return PLACES.get(country) ?? { timezoneId: 'UTC', latitude: 51.48, longitude: 0 }
}

/** Country, time zone and position of the place that gives the zone its name, as the public tz database has them. */
const TABLE = `
AD=Europe/Andorra,42.5,1.52 AE=Asia/Dubai,25.3,55.3 AF=Asia/Kabul,34.52,69.2
AG=America/Antigua,17.05,-61.8 AI=America/Anguilla,18.2,-63.07 AL=Europe/Tirane,41.33,19.83
AM=Asia/Yerevan,40.18,44.5 AO=Africa/Luanda,-8.8,13.23 AQ=Antarctica/McMurdo,-77.83,166.6
AR=America/Argentina/Buenos_Aires,-34.6,-58.45 AS=Pacific/Pago_Pago,-14.27,-170.7
AT=Europe/Vienna,48.22,16.33 AU=Australia/Sydney,-33.87,151.22 AW=America/Aruba,12.5,-69.97
AX=Europe/Mariehamn,60.1,19.95 AZ=Asia/Baku,40.38,49.85 BA=Europe/Sarajevo,43.87,18.42
BB=America/Barbados,13.1,-59.62 BD=Asia/Dhaka,23.72,90.42 BE=Europe/Brussels,50.83,4.33
BF=Africa/Ouagadougou,12.37,-1.52 BG=Europe/Sofia,42.68,23.32 BH=Asia/Bahrain,26.38,50.58
BI=Africa/Bujumbura,-3.38,29.37 BJ=Africa/Porto-Novo,6.48,2.62 BL=America/St_Barthelemy,17.88,-62.85
BM=Atlantic/Bermuda,32.28,-64.77 BN=Asia/Brunei,4.93,114.92 BO=America/La_Paz,-16.5,-68.15
BQ=America/Kralendijk,12.15,-68.28 BR=America/Sao_Paulo,-23.53,-46.62 BS=America/Nassau,25.08,-77.35
BT=Asia/Thimphu,27.47,89.65 BV=Europe/Oslo,-54.42,3.36 BW=Africa/Gaborone,-24.65,25.92
BY=Europe/Minsk,53.9,27.57 BZ=America/Belize,17.5,-88.2 CA=America/Toronto,43.65,-79.38
CC=Indian/Cocos,-12.17,96.92 CD=Africa/Kinshasa,-4.3,15.3 CF=Africa/Bangui,4.37,18.58
CG=Africa/Brazzaville,-4.27,15.28 CH=Europe/Zurich,47.38,8.53 CI=Africa/Abidjan,5.32,-4.03
CK=Pacific/Rarotonga,-21.23,-159.77 CL=America/Santiago,-33.45,-70.67 CM=Africa/Douala,4.05,9.7
CN=Asia/Shanghai,31.23,121.47 CO=America/Bogota,4.6,-74.08 CR=America/Costa_Rica,9.93,-84.08
CU=America/Havana,23.13,-82.37 CV=Atlantic/Cape_Verde,14.92,-23.52 CW=America/Curacao,12.18,-69
CX=Indian/Christmas,-10.42,105.72 CY=Asia/Nicosia,35.17,33.37 CZ=Europe/Prague,50.08,14.43
DE=Europe/Berlin,52.5,13.37 DJ=Africa/Djibouti,11.6,43.15 DK=Europe/Copenhagen,55.67,12.58
DM=America/Dominica,15.3,-61.4 DO=America/Santo_Domingo,18.47,-69.9 DZ=Africa/Algiers,36.78,3.05
EC=America/Guayaquil,-2.17,-79.83 EE=Europe/Tallinn,59.42,24.75 EG=Africa/Cairo,30.05,31.25
EH=Africa/El_Aaiun,27.15,-13.2 ER=Africa/Asmara,15.33,38.88 ES=Europe/Madrid,40.4,-3.68
ET=Africa/Addis_Ababa,9.03,38.7 FI=Europe/Helsinki,60.17,24.97 FJ=Pacific/Fiji,-18.13,178.42
FK=Atlantic/Stanley,-51.7,-57.85 FM=Pacific/Pohnpei,6.97,158.22 FO=Atlantic/Faroe,62.02,-6.77
FR=Europe/Paris,48.87,2.33 GA=Africa/Libreville,0.38,9.45 GB=Europe/London,51.51,-0.13
GD=America/Grenada,12.05,-61.75 GE=Asia/Tbilisi,41.72,44.82 GF=America/Cayenne,4.93,-52.33
GG=Europe/Guernsey,49.45,-2.54 GH=Africa/Accra,5.55,-0.22 GI=Europe/Gibraltar,36.13,-5.35
GL=America/Nuuk,64.18,-51.73 GM=Africa/Banjul,13.47,-16.65 GN=Africa/Conakry,9.52,-13.72
GP=America/Guadeloupe,16.23,-61.53 GQ=Africa/Malabo,3.75,8.78 GR=Europe/Athens,37.97,23.72
GS=Atlantic/South_Georgia,-54.27,-36.53 GT=America/Guatemala,14.63,-90.52 GU=Pacific/Guam,13.47,144.75
GW=Africa/Bissau,11.85,-15.58 GY=America/Guyana,6.8,-58.17 HK=Asia/Hong_Kong,22.28,114.15
HM=Indian/Kerguelen,-53.08,73.51 HN=America/Tegucigalpa,14.1,-87.22 HR=Europe/Zagreb,45.8,15.97
HT=America/Port-au-Prince,18.53,-72.33 HU=Europe/Budapest,47.5,19.08 ID=Asia/Jakarta,-6.17,106.8
IE=Europe/Dublin,53.33,-6.25 IL=Asia/Jerusalem,31.78,35.22 IM=Europe/Isle_of_Man,54.15,-4.47
IN=Asia/Kolkata,22.53,88.37 IO=Indian/Chagos,-7.33,72.42 IQ=Asia/Baghdad,33.35,44.42
IR=Asia/Tehran,35.67,51.43 IS=Atlantic/Reykjavik,64.15,-21.85 IT=Europe/Rome,41.9,12.48
JE=Europe/Jersey,49.18,-2.11 JM=America/Jamaica,17.97,-76.79 JO=Asia/Amman,31.95,35.93
JP=Asia/Tokyo,35.65,139.74 KE=Africa/Nairobi,-1.28,36.82 KG=Asia/Bishkek,42.9,74.6
KH=Asia/Phnom_Penh,11.55,104.92 KI=Pacific/Tarawa,1.42,173 KM=Indian/Comoro,-11.68,43.27
KN=America/St_Kitts,17.3,-62.72 KP=Asia/Pyongyang,39.02,125.75 KR=Asia/Seoul,37.55,126.97
KW=Asia/Kuwait,29.33,47.98 KY=America/Cayman,19.3,-81.38 KZ=Asia/Almaty,43.25,76.95
LA=Asia/Vientiane,17.97,102.6 LB=Asia/Beirut,33.88,35.5 LC=America/St_Lucia,14.02,-61
LI=Europe/Vaduz,47.15,9.52 LK=Asia/Colombo,6.93,79.85 LR=Africa/Monrovia,6.3,-10.78
LS=Africa/Maseru,-29.47,27.5 LT=Europe/Vilnius,54.68,25.32 LU=Europe/Luxembourg,49.6,6.15
LV=Europe/Riga,56.95,24.1 LY=Africa/Tripoli,32.9,13.18 MA=Africa/Casablanca,33.65,-7.58
MC=Europe/Monaco,43.7,7.38 MD=Europe/Chisinau,47,28.83 ME=Europe/Podgorica,42.43,19.27
MF=America/Marigot,18.07,-63.08 MG=Indian/Antananarivo,-18.92,47.52 MH=Pacific/Majuro,7.15,171.2
MK=Europe/Skopje,41.98,21.43 ML=Africa/Bamako,12.65,-8 MM=Asia/Yangon,16.78,96.17
MN=Asia/Ulaanbaatar,47.92,106.88 MO=Asia/Macau,22.2,113.54 MP=Pacific/Saipan,15.2,145.75
MQ=America/Martinique,14.6,-61.08 MR=Africa/Nouakchott,18.1,-15.95 MS=America/Montserrat,16.72,-62.22
MT=Europe/Malta,35.9,14.52 MU=Indian/Mauritius,-20.17,57.5 MV=Indian/Maldives,4.17,73.5
MW=Africa/Blantyre,-15.78,35 MX=America/Mexico_City,19.4,-99.15 MY=Asia/Kuala_Lumpur,3.17,101.7
MZ=Africa/Maputo,-25.97,32.58 NA=Africa/Windhoek,-22.57,17.1 NC=Pacific/Noumea,-22.27,166.45
NE=Africa/Niamey,13.52,2.12 NF=Pacific/Norfolk,-29.05,167.97 NG=Africa/Lagos,6.45,3.4
NI=America/Managua,12.15,-86.28 NL=Europe/Amsterdam,52.37,4.9 NO=Europe/Oslo,59.92,10.75
NP=Asia/Kathmandu,27.72,85.32 NR=Pacific/Nauru,-0.52,166.92 NU=Pacific/Niue,-19.02,-169.92
NZ=Pacific/Auckland,-36.87,174.77 OM=Asia/Muscat,23.6,58.58 PA=America/Panama,8.97,-79.53
PE=America/Lima,-12.05,-77.05 PF=Pacific/Tahiti,-17.53,-149.57 PG=Pacific/Port_Moresby,-9.5,147.17
PH=Asia/Manila,14.59,120.97 PK=Asia/Karachi,24.87,67.05 PL=Europe/Warsaw,52.25,21
PM=America/Miquelon,47.05,-56.33 PN=Pacific/Pitcairn,-25.07,-130.08 PR=America/Puerto_Rico,18.47,-66.11
PS=Asia/Hebron,31.53,35.09 PT=Europe/Lisbon,38.72,-9.13 PW=Pacific/Palau,7.33,134.48
PY=America/Asuncion,-25.27,-57.67 QA=Asia/Qatar,25.28,51.53 RE=Indian/Reunion,-20.87,55.47
RO=Europe/Bucharest,44.43,26.1 RS=Europe/Belgrade,44.83,20.5 RU=Europe/Moscow,55.76,37.62
RW=Africa/Kigali,-1.95,30.07 SA=Asia/Riyadh,24.63,46.72 SB=Pacific/Guadalcanal,-9.53,160.2
SC=Indian/Mahe,-4.67,55.47 SD=Africa/Khartoum,15.6,32.53 SE=Europe/Stockholm,59.33,18.05
SG=Asia/Singapore,1.28,103.85 SH=Atlantic/St_Helena,-15.92,-5.7 SI=Europe/Ljubljana,46.05,14.52
SJ=Arctic/Longyearbyen,78,16 SK=Europe/Bratislava,48.15,17.12 SL=Africa/Freetown,8.5,-13.25
SM=Europe/San_Marino,43.92,12.47 SN=Africa/Dakar,14.67,-17.43 SO=Africa/Mogadishu,2.07,45.37
SR=America/Paramaribo,5.83,-55.17 SS=Africa/Juba,4.85,31.62 ST=Africa/Sao_Tome,0.33,6.73
SV=America/El_Salvador,13.7,-89.2 SX=America/Lower_Princes,18.05,-63.05 SY=Asia/Damascus,33.5,36.3
SZ=Africa/Mbabane,-26.3,31.1 TC=America/Grand_Turk,21.47,-71.13 TD=Africa/Ndjamena,12.12,15.05
TF=Indian/Kerguelen,-49.35,70.22 TG=Africa/Lome,6.13,1.22 TH=Asia/Bangkok,13.75,100.52
TJ=Asia/Dushanbe,38.58,68.8 TK=Pacific/Fakaofo,-9.37,-171.23 TL=Asia/Dili,-8.55,125.58
TM=Asia/Ashgabat,37.95,58.38 TN=Africa/Tunis,36.8,10.18 TO=Pacific/Tongatapu,-21.13,-175.2
TR=Europe/Istanbul,41.02,28.97 TT=America/Port_of_Spain,10.65,-61.52 TV=Pacific/Funafuti,-8.52,179.22
TW=Asia/Taipei,25.05,121.5 TZ=Africa/Dar_es_Salaam,-6.8,39.28 UA=Europe/Kyiv,50.43,30.52
UG=Africa/Kampala,0.32,32.42 UM=Pacific/Midway,28.22,-177.37 US=America/New_York,40.71,-74.01
UY=America/Montevideo,-34.91,-56.21 UZ=Asia/Tashkent,41.33,69.3 VA=Europe/Vatican,41.9,12.45
VC=America/St_Vincent,13.15,-61.23 VE=America/Caracas,10.5,-66.93 VG=America/Tortola,18.45,-64.62
VI=America/St_Thomas,18.35,-64.93 VN=Asia/Ho_Chi_Minh,10.75,106.67 VU=Pacific/Efate,-17.67,168.42
WF=Pacific/Wallis,-13.3,-176.17 WS=Pacific/Apia,-13.83,-171.73 XK=Europe/Belgrade,42.67,21.17
YE=Asia/Aden,12.75,45.2 YT=Indian/Mayotte,-12.78,45.23 ZA=Africa/Johannesburg,-26.25,28
ZM=Africa/Lusaka,-15.42,28.28 ZW=Africa/Harare,-17.83,31.05
`

const PLACES: ReadonlyMap<string, Place> = new Map(
  TABLE.trim()
    .split(/\s+/)
    .map((row) => {
      const [country = '', place = ''] = row.split('=')
      const [timezoneId = '', latitude, longitude] = place.split(',')
      return [country, { timezoneId, latitude: Number(latitude), longitude: Number(longitude) }]
    }),
)
