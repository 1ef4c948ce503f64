/** Colors with a contrast of at least 4.5 in both schemes. */
export const pageStyle = `
:root{--back:#fff;--text:#1b1b1f;--quiet:#55565c;--line:#d0d1d7;--verified:#1a6b31;--refuted:#a3211a;--applicable:#55565c;--tried:#7a4f00}
@media (prefers-color-scheme:dark){:root{--back:#16171a;--text:#ececf0;--quiet:#b0b1b9;--line:#3b3c42;--verified:#6fd58b;--refuted:#ff9a92;--applicable:#b0b1b9;--tried:#f0c060}}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem}h2{font-size:1.25rem;margin-top:2rem}h3,h4{font-size:1rem}
.filter{display:flex;flex-wrap:wrap;gap:1rem;align-items:end}
fieldset{border:1px solid var(--line);border-radius:4px}fieldset label{margin-right:.75rem}
input[type=search]{font:inherit;padding:.25rem .5rem}
.counts{display:flex;flex-wrap:wrap;gap:1.5rem;list-style:none;padding:0}
details{border-top:1px solid var(--line)}summary{padding:.4rem 0;cursor:pointer}
.mark{display:inline-block;min-width:8rem;font-weight:600}.time{color:var(--quiet)}
.verified{color:var(--verified)}.refuted{color:var(--refuted)}.not-applicable{color:var(--applicable)}.not-tried{color:var(--tried)}
dl{display:grid;grid-template-columns:8rem 1fr;gap:.25rem 1rem}dt{color:var(--quiet)}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
pre{overflow:auto;max-height:30rem;border:1px solid var(--line);border-radius:4px;padding:.5rem;font-size:.8rem}
`

/** Hides the checks that the search and the boxes exclude. */
export const pageScript = `
const text=document.getElementById('text'),boxes=[...document.getElementsByName('result')],all=[...document.querySelectorAll('details')],count=document.getElementById('count')
const apply=()=>{
  const words=text.value.toLowerCase().split(/\\s+/).filter(Boolean),shown=new Set(boxes.filter((box)=>box.checked).map((box)=>box.value))
  let left=0
  for(const one of all){
    const content=one.textContent.toLowerCase()
    one.hidden=!shown.has(one.dataset.result)||!words.every((word)=>content.includes(word))
    if(!one.hidden)left+=1
  }
  count.textContent=left+' of '+all.length+' checks'
}
text.addEventListener('input',apply)
for(const box of boxes)box.addEventListener('change',apply)
document.querySelector('form').addEventListener('submit',(event)=>event.preventDefault())
apply()
`
