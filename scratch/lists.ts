// decomposes the losses of lists of objects
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageFrom } from '../bench/extract/lessons.ts'
import { readingOf } from '../src/extract/compose/page-reading.ts'
import { Scope } from '../src/extract/compose/scope.ts'
import { shippedModel } from '../src/extract/choose/model.ts'
import { askedAs, wantedOf } from '../src/extract/choose/field.ts'
import { columnFits } from '../src/extract/compose/column-features.ts'
import { assignColumns, cellOf } from '../src/extract/compose/assign-columns.ts'
import { readValue } from '../src/extract/choose/read-value.ts'
import { bestSheetOf } from '../src/extract/compose/fill-list.ts'
import { wishOf } from '../src/extract/schema/wish.ts'
import { fieldsOf, listsOf } from '../src/extract/schema/wished-field.ts'
import { samenessOf, tasksIn } from '../bench/everyday/set.ts'
const sets=process.argv[2]!.split(','); const verbose=process.argv[3]
const tot={n:0,oracle:0,sheet:0,got:0,cols:0}
const texts={n:0}
for(const folder of sets){
 const same=await samenessOf(folder)
 for(const t of tasksIn(folder) as any[]){ if(t.kind!=='json'||!t.schema)continue
  const url=`http://127.0.0.2:4711/${t.page}.html`
  const page=pageFrom(readFileSync(join(folder,'pages',`${t.page}.html`),'utf8'),url)
  const expected=JSON.parse(JSON.stringify(t.expected).replaceAll('{origin}','http://127.0.0.2:4711').replaceAll('{page}',url))
  const wish:any=wishOf(t.schema); const lists:any[]=wish.kind==='object'?listsOf(wish):wish.kind==='list'?[{path:[],words:'',wish,required:true}]:[]
  const reading=readingOf(page); const scope=Scope.of(page,reading,shippedModel())
  for(const list of lists){ const truth=list.path.reduce((i:any,s:any)=>i?.[s],expected); if(!Array.isArray(truth)||!truth.length)continue
   if(list.wish.item.kind!=='object'){continue}
   const around=list.path.slice(-1); const fields=fieldsOf(list.wish.item,around); const wanted=fields.map((f:any)=>wantedOf(askedAs(f,around)))
   const val=(r:number,f:number)=>fields[f]!.path.reduce((i:any,s:any)=>i?.[s],truth[r])
   const n=truth.reduce((s:number,_:any,r:number)=>s+fields.filter((_:any,f:number)=>val(r,f)!=null).length,0)
   const score=(sheet:any,cellsOf:(f:number)=>((i:number)=>any)|undefined)=>{ // order-based alignment by best offset of pairs: greedy match
     const rows=sheet.records.map((_:any,i:number)=>fields.map((_:any,f:number)=>{const c=cellsOf(f)?.(i);return c&&readValue(c,wanted[f]!,reading)}))
     const pairs:any[]=[]; rows.forEach((row:any,i:number)=>{for(let r=0;r<truth.length;r++){const right=row.filter((v:any,f:number)=>v!==undefined&&val(r,f)!=null&&same(val(r,f),v,{format:fields[f]!.wish.format})).length;if(right)pairs.push({i,r,right})}})
     pairs.sort((a,b)=>b.right-a.right); const ui=new Set(),ur=new Set();let s=0;for(const p of pairs){if(ui.has(p.i)||ur.has(p.r))continue;ui.add(p.i);ur.add(p.r);s+=p.right}
     return s}
   const results=scope.sheets().map((sheet)=>{ const fits=columnFits(sheet,wanted,reading)
     // oracle: per field best column
     const best=fields.map((_:any,f:number)=>{let b=0,bc:any; for(const {column} of fits[f]!){const s=score(sheet,(g)=>g===f?(i)=>column.cells[i]:undefined); if(s>b){b=s;bc=column}} return bc})
     const o=score(sheet,(f)=>best[f]?(i)=>best[f].cells[i]:undefined)
     const asg=assignColumns(sheet,fields.map((field:any,at:number)=>({field,wanted:wanted[at]!})),scope)
     const byField=new Map([...asg].map(([lf,a]:any)=>[fields.indexOf(lf.field),a]))
     const g=score(sheet,(f)=>byField.has(f)?(i)=>cellOf(byField.get(f),i):undefined)
     return {sheet,o,g,best,byField}})
   const top=results.reduce((m:any,r)=>!m||r.o>m.o?r:m,undefined)
   const chosen:any=bestSheetOf(list,list.wish.item,scope,0)
   const cr=chosen&&results.find(r=>r.sheet===chosen.sheet)
   tot.n+=n; tot.oracle+=top?.o??0; tot.sheet+=cr?.o??0; tot.got+=cr?.g??0
   if(verbose&&(cr?.g??0)<n) console.log(folder.split('/').pop()+'/'+t.id,'/'+list.path.join('/'),'n='+n,'oracle='+(top?.o??0)+' '+(top?.sheet.kind??''),'chosenOracle='+(cr?.o??0),'got='+(cr?.g??0),'recs='+truth.length,'fields='+fields.map((f:any,i:number)=>f.path.join('.')+(top&&!top.best[i]?'(!)':top&&cr===top&&!top.byField.has(i)?'(-)':cr===top&&top?.byField.get(i)?.columns[0]!==top?.best[i]?'(x)':'')).join(','))
  }
 }
}
console.log(tot)
