// for each scalar field with no right candidate, tell whether a finding with right value exists at all
import { lessonsIn } from '../bench/extract/lessons.ts'
import { viewOf } from '../src/extract/choose/page-view.ts'
import { candidatesFor } from '../src/extract/choose/features.ts'
import { wantedOf } from '../src/extract/choose/field.ts'
import { isImpossible } from '../src/extract/choose/impossible.ts'
import { readValue } from '../src/extract/choose/read-value.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
const sets=process.argv[2]!.split(',')
const lessons=(await lessonsIn(sets)).filter(l=>!l.group.startsWith('fixture'))
const tasks=new Map<string,any>(); for(const s of sets) for(const l of readFileSync(join(s,'tasks.jsonl'),'utf8').split('\n').filter(Boolean)){const t=JSON.parse(l);tasks.set(`${s}/${t.id}`,t)}
for(const l of lessons){
  const view=viewOf(l.page)
  const c=candidatesFor(view,l.fields.map(wantedOf),l.reading)
  c.forEach((cand,f)=>{
    if(!l.has(f)) return
    if(cand.values.some((v,i)=>l.isRight(f,v!,view.findings[cand.rows[i]!]!))) return
    const inPool=view.findings.map((fi,i)=>[fi,i] as const).filter(([fi])=>{try{return l.isRight(f,fi.text,fi)}catch{return false}})
    const t=tasks.get(l.site); const e=l.fields[f]!.name.split('/').reduce((o:any,k)=>o?.[k],t?.expected)
    const w=cand.wanted
    const why=(i:number)=>{const fi=view.findings[i]!; const r=[]; if(fi.isHead)r.push('head'); if(w.side!==0&&(fi.isRange||fi.side===-w.side))r.push('side'); if(w.type==='text'&&isImpossible(fi,w,view.form(i)))r.push('impossible'); const isPart=fi.reader==='part'||fi.reader==='mention'; if(isPart&&w.type==='text'&&w.kinds.size===0&&(fi.cues.inText!==''||fi.cues.colon!==''||fi.cues.row!==''))r.push('loose'); const rv=readValue(fi,w,l.reading); if(rv===undefined)r.push('unread'); else if(!l.isRight(f,rv,fi)) r.push('misread:'+rv); return r.length?r.join('+'):'prior'}
    if(inPool.length){console.log('WHY',inPool.map(([,i])=>why(i)).sort((a,b)=>a==='prior'?-1:1)[0])}
    console.log(inPool.length?'POOL '+(inPool[0]![0].reader+'/'+(inPool[0]![0].kind??'')+' head='+inPool[0]![0].isHead):'NONE', w.type, l.site.split('/').slice(-2).join('/'), l.fields[f]!.name,'|',(l.fields[f]!.words??'').slice(0,40),'=',JSON.stringify(e)?.slice(0,110))
  })
}
