import { convert } from './convert'

const input = document.querySelector<HTMLTextAreaElement>('#acp')!
const output = document.querySelector<HTMLElement>('#ag-ui')!
const rest = document.querySelector<HTMLElement>('#lost')!

function show(): void {
  try {
    const { agUi, lost } = convert(JSON.parse(input.value))
    output.textContent = JSON.stringify(agUi, undefined, 2)
    rest.textContent = lost.join('\n') || 'Nothing'
  } catch (error) {
    output.textContent = error instanceof Error ? error.message : String(error)
    rest.textContent = ''
  }
}

input.value = JSON.stringify(
  {
    protocolVersion: 1,
    agentInfo: { name: 'my-agent', version: '1.0.0' },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true },
      mcpCapabilities: { http: true },
    },
  },
  undefined,
  2,
)
input.addEventListener('input', show)
show()
