import { readFileSync } from 'node:fs'
import { pageFrom } from '../bench/extract/lessons.ts'
import { readingOf } from '../src/extract/compose/page-reading.ts'
import { Scope } from '../src/extract/compose/scope.ts'
import { shippedModel } from '../src/extract/choose/model.ts'
import { askedAs, wantedOf } from '../src/extract/choose/field.ts'
import { columnFits, COLUMN_FEATURES } from '../src/extract/compose/column-features.ts'
import { assignColumns, besideFeatures, scoresOf } from '../src/extract/compose/assign-columns.ts'
import { bestSheetOf } from '../src/extract/compose/fill-list.ts'
import { sheetFeatures } from '../src/extract/compose/sheet-features.ts'
import { Naming } from '../src/extract/schema/naming.ts'
import { wishOf } from '../src/extract/schema/wish.ts'
import { fieldsOf, listsOf } from '../src/extract/schema/wished-field.ts'
import { sigmoid, scoreRows } from '../src/forest.ts'
const [,, file, schemaText, which]=process.argv
const html=readFileSync(file!,'utf8'); const schema=JSON.parse(schemaText!.startsWith('{')?schemaText!:readFileSync(schemaText!,'utf8'))
const page=pageFrom(html,'http://127.0.0.2:4711/x.html')
const wish:any=wishOf(schema); const lists:any[]=wish.kind==='object'?listsOf(wish):[{path:[],words:'',wish,required:true}]
const reading=readingOf(page); const model=shippedModel(); const scope=Scope.of(page,reading,model)
for(const list of lists){
  const around=list.path.slice(-1); const fields=fieldsOf(list.wish.item,around); const wanted=fields.map((f:any)=>wantedOf(askedAs(f,around)))
  const lf=fields.map((field:any,at:number)=>({field,wanted:wanted[at]!}))
  console.log('LIST',list.path.join('/'))
  const chosen:any=bestSheetOf(list,list.wish.item,scope,0)
  scope.sheets().forEach((sheet,rank)=>{
    const a=assignColumns(sheet,lf,scope)
    const f=sheetFeatures(sheet,{assigned:a,fields:lf,naming:new Naming({name:list.path.at(-1)??'',words:list.words}),inner:listsOf(list.wish.item,around).length,rank,isWithin:false})
    const q=scoreRows((model as any).sheet,{rows:1,values:Float32Array.from(f),columns:f.length,shared:new Float32Array(0)})[0]
    const isChosen=chosen?.sheet===sheet
    console.log(isChosen?'*':' ',rank,sheet.kind,'records',sheet.records.length,'q='+q!.toFixed(2),[...a].map(([x,y]:any)=>x.field.path.join('.')+':'+y.confidence.toFixed(2)+'='+y.columns[0].cells.find((c:any)=>c)?.text.slice(0,20)).join(' ; '))
    if(which===undefined?isChosen:String(rank)===which){
      const fits=columnFits(sheet,wanted,reading); const alone=fits.map(o=>scoresOf((model as any).column,o.map(x=>x.features))); const beside=besideFeatures(fits,alone)
      fits.forEach((own,i)=>{const s=scoresOf((model as any).assign,beside[i]!); const o=own.map((x,r)=>({x,s:s[r]!,a:alone[i]![r]!})).sort((p,q)=>q.s-p.s).slice(0,5)
        console.log('    ',fields[i].path.join('.'));for(const {x,s,a} of o){const c:any=x.column.cells.find((c:any)=>c);console.log('        ',sigmoid(s).toFixed(2),a.toFixed(1),c.reader,JSON.stringify(x.column.cells.slice(0,3).map((c:any)=>c?.text.slice(0,25))),'exact',x.features[COLUMN_FEATURES.indexOf('exact')]!.toFixed(2),'named',x.features[COLUMN_FEATURES.indexOf('named')]!.toFixed(2),'look',x.features[COLUMN_FEATURES.indexOf('look')]!.toFixed(2),Object.entries(c.cues).filter(([k,v])=>v&&!['loose','link','after','section'].includes(k)).map(([k,v]:any)=>k+'='+v.slice(0,30)).join(';').slice(0,120))}})
    }
  })
}
