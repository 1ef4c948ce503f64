import { type AcpDeclaration, toProfile } from 'capstan/capabilities/acp'
import { type AgentCapabilities, fromProfile } from 'capstan/capabilities/ag-ui'

/** What an ACP agent advertised, as capabilities of an AG-UI agent. `lost` has no place in AG-UI. */
export function convert(advertised: AcpDeclaration): { agUi: AgentCapabilities; lost: readonly string[] } {
  const { declaration, notCarried } = fromProfile(toProfile(advertised))
  return { agUi: declaration, lost: notCarried.map(({ id }) => id) }
}
