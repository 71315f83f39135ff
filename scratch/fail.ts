import { learn } from '../bench/extract/train.ts'
import { choose } from '../src/extract/choose/choose.ts'
import { FEATURES } from '../src/extract/choose/features.ts'
const sets=process.argv[2]!.split(',')
const F=(c:any,i:number,n:string)=>c.features[FEATURES.indexOf(n)*c.rows.length+i]
const out:any[]=[]
;(globalThis as any).diag=(reads:any[],rankings:any[])=>{
  const tab:any={}
  reads.forEach((one,at)=>{
    if(one.lesson.subject!=='everyday')return
    const ch=new Map(choose(rankings[at]).map((c:any)=>[c.field,c]))
    one.candidates.forEach((cand:any,f:number)=>{
      if(!one.lesson.has(f))return
      const c:any=ch.get(f); const sc=rankings[at].fields[f].scores
      const ri=one.right[f].map((x:any,i:number)=>[x,i]).filter((x:any)=>x[0]).map((x:any)=>x[1]).sort((a:number,b:number)=>sc[b]-sc[a])[0]
      if(ri===undefined)return
      const isTop=c&&one.right[f][c.at]
      const lab=Math.max(F(cand,ri,'bestSoft'),F(cand,ri,'named'),F(cand,ri,'nearFit'))
      const fi=one.view.findings[cand.rows[ri]]
      const b=cand.wanted.type+' '+(lab>.75?'hi':lab>.45?'mid':lab>.25?'low':'none')+' '+(fi.reader)
      const t=tab[b]??={n:0,top:0}; t.n++; if(isTop)t.top++
      if(!isTop&&c){const d=(i:number)=>{const fi=one.view.findings[cand.rows[i]];return JSON.stringify(cand.values[i])?.slice(0,60)+' ['+fi.reader+(fi.kind?'/'+fi.kind:'')+'] s='+sc[i].toFixed(1)+' lab='+Math.max(F(cand,i,'bestSoft'),F(cand,i,'named')).toFixed(2)+' near='+F(cand,i,'nearFit').toFixed(2)+' look='+F(cand,i,'lookFit').toFixed(2)+' '+Object.entries(fi.cues).filter(([k,v])=>v&&!['loose','link','after','section'].includes(k)).map(([k,v]:any)=>k+'='+v.slice(0,40)).join(';').slice(0,190)}
        console.log('FAIL',b,'|',one.lesson.site.split('/').slice(-2).join('/'),one.lesson.fields[f].name,'|',(one.lesson.fields[f].words??'').slice(0,40),'\n   top  ',c.isTaken?'TAKEN':'',d(c.at),'\n   right',d(ri))}
    })
  })
  console.log(Object.entries(tab).sort((a:any,b:any)=>(b[1].n-b[1].top)-(a[1].n-a[1].top)).slice(0,40).map(([k,v]:any)=>k+' '+v.top+'/'+v.n).join('\n'))
  process.exit(0)
}
await learn(sets,()=>true)
