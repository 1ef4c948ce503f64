const byId = (id) => document.getElementById(id)
const [agent, text, changed, evidence] = ['agent', 'text', 'changed', 'evidence'].map(byId)

function filter() {
  const words = text.value.trim().toLowerCase().split(/\s+/)
  for (const section of document.querySelectorAll('section[data-agent]')) {
    section.hidden = agent.value !== '' && section.dataset.agent !== agent.value
  }
  for (const row of document.querySelectorAll('tr[data-check]')) {
    const isFound = words.every((word) => row.dataset.check.toLowerCase().includes(word))
    row.hidden = !isFound || (changed.checked && row.dataset.changes === '0')
  }
}

for (const control of [agent, text, changed]) control.addEventListener('input', filter)
document.addEventListener('click', ({ target }) => {
  const cell = target.closest('button[data-seen]')
  if (cell === null) return
  byId('evidence-title').textContent = cell.dataset.title
  byId('evidence-text').textContent = cell.dataset.seen
  evidence.hidden = false
})
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') evidence.hidden = true
})
byId('close').addEventListener('click', () => (evidence.hidden = true))
