import { readFileSync } from 'node:fs'
import { pageFrom } from '../../../bench/extract/lessons.ts'
import { readingOf } from '../../../src/extract/compose/page-reading.ts'
import { Scope } from '../../../src/extract/compose/scope.ts'
import { shippedModel } from '../../../src/extract/choose/model.ts'
import { askedAs, wantedOf } from '../../../src/extract/choose/field.ts'
import { columnFits, COLUMN_FEATURES } from '../../../src/extract/compose/column-features.ts'
import { scoreRows, sigmoid } from '../../../src/forest.ts'
import { wishOf } from '../../../src/extract/schema/wish.ts'
import { fieldsOf, listsOf } from '../../../src/extract/schema/wished-field.ts'
const [set,id,all]=process.argv.slice(2)
const t=readFileSync(set+'/tasks.jsonl','utf8').trim().split('\n').map(x=>JSON.parse(x)).find(x=>x.id===id)
const page=pageFrom(readFileSync(`${set}/pages/${t.page}.html`,'utf8'),'http://x.test/p')
const model=shippedModel()
const scope=Scope.of(page,readingOf(page),model.column)
const w:any=wishOf(t.schema); const lists=w.kind==='list'?[{path:[],wish:w,words:''}]:listsOf(w)
for(const list of lists as any[]){ if(list.wish.item.kind!=='object')continue
 console.log('LIST',list.path)
 const around=list.path.slice(-1); const fields=fieldsOf(list.wish.item,around); const wanted=fields.map((f:any)=>wantedOf(askedAs(f,around)))
 for(const sheet of scope.sheets()){
  const fits=columnFits(sheet,wanted,scope.reading)
  console.log('SHEET',sheet.kind,'n='+sheet.records.length,sheet.titles.slice(0,3))
  for(const c of sheet.columns.slice(0,all?200:25)){
    const ps=wanted.map((w:any,f:number)=>{const i=fits[f]!.findIndex(x=>x.column===c); if(i<0)return '-'; return sigmoid(scoreRows(model.column,{rows:1,values:Float32Array.from(fits[f]![i]!.features),columns:COLUMN_FEATURES.length,shared:new Float32Array(0)})[0]!).toFixed(2)})
    console.log('   ',c.key.slice(0,60),c.labels.slice(0,2),JSON.stringify(c.cells.slice(0,3).map(x=>x?.text?.slice(0,25))),fields.map((f:any,i:number)=>f.name+':'+ps[i]).join(' '))
  }
  if(!all&&sheet.kind!=='table')break
 }
}
import { assignColumns, scoresOf } from '../../../src/extract/compose/assign-columns.ts'
import { sheetFeatures } from '../../../src/extract/compose/sheet-features.ts'
import { Naming } from '../../../src/extract/schema/naming.ts'
for(const list of lists as any[]){ if(list.wish.item.kind!=='object')continue
 const around=list.path.slice(-1); const fields=fieldsOf(list.wish.item,around).map((f:any)=>({field:f,wanted:wantedOf(askedAs(f,around))}))
 const naming=new Naming({name:list.path.at(-1)??'',words:list.words})
 scope.sheets().forEach((sheet,rank)=>{const assigned=assignColumns(sheet,fields,{reading:scope.reading,forests:model}); if(!assigned.size)return
  const fe=sheetFeatures(sheet,{assigned,fields,naming,nested:0,inner:0,rank})
  console.log('Q',sigmoid(scoresOf(model.sheet,[fe])[0]!).toFixed(2),sheet.kind,sheet.records.length,[...assigned].map(([f,a]:any)=>f.field.name+'='+a.columns[0].key.slice(0,30)+' '+a.confidence.toFixed(2)+' '+JSON.stringify(a.columns[0].cells.slice(0,2).map((c:any)=>c?.text.slice(0,20)))).join('; '))
 })}
