import type * as core from '@ag-ui/core'
import { expectTypeOf, test } from 'vitest'
import type * as ours from '../../../src/capabilities/ecosystems/ag-ui/index.ts'
import type { Published } from '../../published-type.ts'
import type * as seed from './ag-ui.ts'

test('each category has the published type', () => {
  expectTypeOf<ours.IdentityCapabilities>().toEqualTypeOf<seed.IdentityCapabilities>()
  expectTypeOf<ours.TransportCapabilities>().toEqualTypeOf<seed.TransportCapabilities>()
  expectTypeOf<ours.Tool>().toEqualTypeOf<seed.Tool>()
  expectTypeOf<ours.ToolsCapabilities>().toEqualTypeOf<seed.ToolsCapabilities>()
  expectTypeOf<ours.OutputCapabilities>().toEqualTypeOf<seed.OutputCapabilities>()
  expectTypeOf<ours.StateCapabilities>().toEqualTypeOf<seed.StateCapabilities>()
  expectTypeOf<ours.ReasoningCapabilities>().toEqualTypeOf<seed.ReasoningCapabilities>()
  expectTypeOf<ours.MultimodalInputCapabilities>().toEqualTypeOf<seed.MultimodalInputCapabilities>()
  expectTypeOf<ours.MultimodalOutputCapabilities>().toEqualTypeOf<seed.MultimodalOutputCapabilities>()
  expectTypeOf<ours.MultimodalCapabilities>().toEqualTypeOf<seed.MultimodalCapabilities>()
  expectTypeOf<ours.ExecutionCapabilities>().toEqualTypeOf<seed.ExecutionCapabilities>()
  expectTypeOf<ours.HumanInTheLoopCapabilities>().toEqualTypeOf<seed.HumanInTheLoopCapabilities>()
})

test('subagents have the name of 1.0 and the published name', () => {
  type WithoutNewName = Omit<ours.MultiAgentCapabilities, 'subagents'>
  expectTypeOf<WithoutNewName>().toEqualTypeOf<seed.MultiAgentCapabilities>()
  expectTypeOf<ours.MultiAgentCapabilities>().toExtend<seed.MultiAgentCapabilities>()
  expectTypeOf<seed.MultiAgentCapabilities>().toExtend<ours.MultiAgentCapabilities>()
})

test('our declaration and the published one are assignable to each other', () => {
  expectTypeOf<Omit<ours.AgentCapabilities, 'multiAgent'>>().toEqualTypeOf<
    Omit<seed.AgentCapabilities, 'multiAgent'>
  >()
  expectTypeOf<ours.AgentCapabilities>().toExtend<seed.AgentCapabilities>()
  expectTypeOf<seed.AgentCapabilities>().toExtend<ours.AgentCapabilities>()
})

test('a declaration has the type of @ag-ui/core 1.0, which has only the new name of subagents', () => {
  type Theirs = Published<core.AgentCapabilities>
  type Ours = Published<ours.AgentCapabilities>
  expectTypeOf<keyof Ours>().toEqualTypeOf<keyof Theirs>()
  expectTypeOf<Theirs>().toExtend<Ours>()
  expectTypeOf<Ours>().toExtend<Theirs>()
  expectTypeOf<Published<Omit<ours.MultiAgentCapabilities, 'subAgents'>>>().toEqualTypeOf<
    Published<core.MultiAgentCapabilities>
  >()
})
