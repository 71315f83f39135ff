// under cross validation: of each list, its best sheet; per field what was taken, and what was right
import * as T from '../bench/extract/train.ts'
import { COLUMN_FEATURES } from '../src/extract/compose/column-features.ts'
import { besideFeatures, scoresOf } from '../src/extract/compose/assign-columns.ts'
import { sigmoid } from '../src/forest.ts'
const sets=process.argv[2]!.split(',')
const verbose=process.argv[3]
const of=new Map<string,any>()
;(globalThis as any).cvCols=(lesson:any,q:number,col:any,asg:any)=>{
  const known=of.get(lesson.list); if(known&&known.q>=q)return
  of.set(lesson.list,{q,lesson,col,asg})
}
;(globalThis as any).diagLists=()=>{
  const st:any={fields:0,possible:0,top:0,right65:0,given65:0}
  const pts:any[]=[]
  for(const {lesson,col,asg,q} of of.values()){
    const alone=lesson.fits.map((o:any)=>scoresOf(col,o.map((x:any)=>x.features))); const beside=besideFeatures(lesson.fits,alone)
    lesson.fits.forEach((own:any,f:number)=>{
      st.fields++
      const s=scoresOf(asg,beside[f]!)
      const ord=own.map((x:any,i:number)=>({x,s:s[i]!,a:alone[f]![i]!,r:lesson.right[f][i]})).sort((p:any,q:any)=>q.s-p.s)
      const ri=ord.findIndex((o:any)=>o.r)
      if(ri>=0)st.possible++
      if(ri===0)st.top++
      pts.push({p:ord[0]?sigmoid(ord[0].s):0,r:ri===0,has:ri>=0})
      if(verbose&&((ri>=0&&(ri>0||sigmoid(ord[0].s)<.65))||(ri<0&&ord[0]&&sigmoid(ord[0].s)>.65))){
        const name=lesson.list.split(' ').at(-1).split(',')[f]
        const F=(x:any,n:string)=>x.features[COLUMN_FEATURES.indexOf(n)]
        const d=(o:any)=>{const c:any=o.x.column.cells.find((c:any)=>c);return sigmoid(o.s).toFixed(2)+' a='+o.a.toFixed(1)+' '+c.reader+(c.kind?'/'+c.kind:'')+' '+JSON.stringify(o.x.column.cells.filter((c:any)=>c).slice(0,3).map((c:any)=>c.text.slice(0,28)))+' ex='+F(o.x,'exact').toFixed(2)+' nm='+F(o.x,'named').toFixed(2)+' lk='+F(o.x,'look').toFixed(2)+' L='+o.x.column.labels.join('|').slice(0,50)+' '+Object.entries(c.cues).filter(([k,v])=>v&&!['loose','link','after','section'].includes(k)).map(([k,v]:any)=>k+'='+v.slice(0,25)).join(';').slice(0,100)}
        console.log(ri<0?'INV':ri===0?'UNSURE':'WRONG',lesson.list.split('/').slice(-3).join('/').slice(0,60),'q='+q.toFixed(2),'FIELD',name)
        console.log('     top',ord[0]?d(ord[0]):'-'); if(ri>0)console.log('     rgt',d(ord[ri]))
      }
    })
  }
  console.log(st); for(const t of [.4,.5,.6,.65,.7,.8]){const g=pts.filter(x=>x.p>=t);console.log(t,'recall of possible',(g.filter(x=>x.r).length/st.possible).toFixed(3),'precision',(g.filter(x=>x.r).length/g.length).toFixed(3))}
  process.exit(0)
}
await T.learnColumns(sets)
