/** Endings of files that have nothing to read. Those that are also the end of many names (`.ai`, `.so`) are left out. */
const NOT_PAGES = new Set(
  [
    // Pictures
    'png jpg jpeg jpe jfif gif webp avif apng bmp ico cur svg svgz tif tiff heic heif jxl psd eps raw cr2 nef dng xcf',
    // Sound and video
    'mp3 mp4 m4a m4v m4b mpg mpeg mpe avi mov mkv webm ogg oga ogv opus wav flac aac wma wmv flv 3gp mid midi aiff',
    'm3u m3u8 mpd ts vtt srt swf',
    // Fonts
    'woff woff2 ttf otf eot',
    // Styles and programs for the browser
    'css scss sass less js mjs cjs jsx map wasm webmanifest',
    // Archives
    'zip gz tgz bz2 tbz tbz2 xz txz zst lz lzma 7z rar tar cab ace arj lzh',
    // Programs and images of disks
    'exe msi msix dmg pkg deb rpm apk aab ipa xapk appimage snap flatpak iso img vhd vhdx vmdk qcow2 ova jar war ear',
    'dll bin class whl gem nupkg crx xpi vsix',
    // Data that is not text, and what belongs into another program
    'dat db sqlite sqlite3 mdb parquet avro orc feather h5 hdf5 npy npz pkl pickle onnx safetensors gguf pt pth mat',
    'torrent ics vcf p7s p7m p12 pfx crt cer der sig asc dwg dxf stl blend fbx glb gltf shp kmz mobi azw azw3 rss atom',
  ].flatMap((line) => line.split(' ')),
)
/** Lists for programs, which repeat what the pages say. */
const FEED = /^(?:sitemap[\w.-]*|feed|rss|atom|index)\.xml$/

export function mayBePage(url: string): boolean {
  const { pathname } = new URL(url)
  const name = fileName(pathname)
  const dot = name.lastIndexOf('.')
  // A wiki's page about a picture is called `File:Picture.jpg`.
  if (dot < 0 || name.includes(':')) return true
  return !NOT_PAGES.has(name.slice(dot + 1)) && !FEED.test(name)
}

function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const parameter = name.indexOf(';')
  return parameter < 0 ? name : name.slice(0, parameter)
}
