import { learn } from '../bench/extract/train.ts'
import { choose, trustFeatures, TRUST_FEATURES } from '../src/extract/choose/choose.ts'
import { Rows } from '../bench/extract/rows.ts'
import { compileForest, scoreRows, sigmoid } from '../src/forest.ts'
const sets=process.argv[2]!.split(','); const verbose=process.argv[3]
const T={trees:50,leaves:5,learningRate:.1,minRowsInLeaf:20,featureFraction:.5,rowFraction:.7,l2:10};
(globalThis as any).diag=(reads:any[],rankings:any[],foldOf:number[])=>{
  // second-level CV for trust
  const forests=[...Array(Number(process.env['FOLDS']??4)).keys()].map(f=>{const r=new Rows(TRUST_FEATURES.length);reads.forEach((one,at)=>{if(foldOf[at]===f)return;for(const c of choose(rankings[at]))r.add(trustFeatures(rankings[at],c),Number(one.right[c.field][c.at]))});return compileForest(Rows.forest([r],T))})
  const by:any={}
  const rows:any[]=[]
  reads.forEach((one,at)=>{
    if(one.lesson.subject!=='everyday')return
    const ch=new Map(choose(rankings[at]).map((c:any)=>[c.field,c]))
    one.candidates.forEach((cand:any,f:number)=>{
      const type=cand.wanted.type
      const s=by[type]??={n:0,oracle:0,top:0,given:0,right:0,absent:0,inv:0}
      const c:any=ch.get(f)
      let p=0
      if(c){p=sigmoid(scoreRows(forests[foldOf[at]],{rows:1,values:Float32Array.from(trustFeatures(rankings[at],c)),columns:TRUST_FEATURES.length,shared:new Float32Array(0)})[0]!)}
      const has=one.lesson.has(f)
      const isTop=c&&one.right[f][c.at]
      rows.push({p,has,right:!!isTop})
      if(has){s.n++; if(one.right[f].some((x:any)=>x))s.oracle++; if(isTop)s.top++; if(p>=.5){s.given++; if(isTop)s.right++}}
      else {s.absent++; if(p>=.5)s.inv++}
      if(verbose==='LAB'&&has&&!(isTop&&p>=.5)){
        const sc=rankings[at].fields[f].scores
        const ri=one.right[f].map((x:any,i:number)=>[x,i]).filter((x:any)=>x[0]).map((x:any)=>x[1]).sort((a:number,b:number)=>sc[b]-sc[a])[0]
        if(ri===undefined){console.log('NOCAND',type,one.lesson.fields[f].name,'|',one.lesson.fields[f].words);return}
        const fi=one.view.findings[cand.rows[ri]]; const c2=fi.cues
        const strong=c2.inText||c2.colon||c2.row||c2.tile||c2.column||c2.named
        console.log(strong?'LABEL':c2.lead||c2.tail?'PROSE':'BARE',type,isTop?'TOP':'not','p='+p.toFixed(2),one.lesson.fields[f].name,'|',(one.lesson.fields[f].words||'').slice(0,40),'<-',strong?strong.slice(0,30):(c2.lead.slice(-30)+' ## '+c2.tail.slice(0,25)+(c2.lead||c2.tail?'':'b:'+c2.before.slice(0,25))),'=',fi.text.slice(0,30),fi.reader)
      }
      if(verbose&&verbose!=='LAB'&&has&&!(isTop&&p>=.5)&&(verbose==='*'||one.lesson.site.includes(verbose))){
        const ri=one.right[f].map((x:any,i:number)=>[x,i]).filter((x:any)=>x[0]).map((x:any)=>x[1]).sort((a:number,b:number)=>rankings[at].fields[f].scores[b]-rankings[at].fields[f].scores[a])
        const sc=rankings[at].fields[f].scores
        const d=(i:number)=>{const fi=one.view.findings[cand.rows[i]];return JSON.stringify(cand.values[i])+' ['+fi.reader+(fi.kind?'/'+fi.kind:'')+'] '+sc[i].toFixed(1)+' '+Object.entries(fi.cues).filter(([k,v])=>v&&!['loose','link'].includes(k)).map(([k,v]:any)=>k+'='+v.slice(0,25)).join(';').slice(0,150)}
        console.log(one.lesson.site.split('/').slice(-2).join('/'),one.lesson.fields[f].name,type,'p='+p.toFixed(2),'\n    top',c?d(c.at):'-','\n    right',ri.length?d(ri[0]):'NO CANDIDATE')
      }
    })
  })
  console.log(by)
  for(const t of [.3,.4,.5,.6,.7]){const g=rows.filter(r=>r.p>=t);console.log(t,'recall',(g.filter(r=>r.right).length/rows.filter(r=>r.has).length).toFixed(3),'precision',(g.filter(r=>r.right).length/g.length).toFixed(3))}
  process.exit(0)
}
await learn(sets,()=>true)
