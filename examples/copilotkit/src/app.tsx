import {
  CopilotChat,
  useCopilotKit,
  useDefaultRenderTool,
  useFrontendTool,
  useInterrupt,
} from '@copilotkit/react-core/v2'
import { useState } from 'react'
import { z } from 'zod'
import { Question } from './question.tsx'

/** Kept in the address, so that a reload shows the same conversation. */
function readThreadId(): string {
  if (location.hash === '') location.hash = crypto.randomUUID()
  return location.hash.slice(1)
}

export function App() {
  const { copilotkit } = useCopilotKit()
  const [threadId, setThreadId] = useState(readThreadId)
  const [color, setColor] = useState('white')

  const startThread = () => {
    location.hash = ''
    setThreadId(readThreadId())
  }

  // Shows every tool call of the agent, with its input and result.
  useDefaultRenderTool()

  // Shows the questions of the agent before it acts.
  useInterrupt({
    render: ({ interrupts, resolve, cancel }) => (
      <>
        {interrupts.map((interrupt) => (
          <Question
            key={interrupt.id}
            interrupt={interrupt}
            onAnswer={(answer) => resolve(answer, interrupt.id)}
            onCancel={() => cancel(interrupt.id)}
          />
        ))}
      </>
    ),
  })

  // A tool that runs in the page.
  useFrontendTool({
    name: 'paint',
    description: 'Paints the title bar of the page in a CSS color',
    parameters: z.object({ color: z.string() }),
    handler: async (input) => {
      setColor(input.color)
      return `The title bar is ${input.color} now`
    },
  })

  return (
    <div className="app">
      <header style={{ background: color }}>
        <h1>Capstan with CopilotKit</h1>
        <button type="button" onClick={startThread}>
          New chat
        </button>
      </header>
      {/* A message that is sent before the runtime has connected is lost. */}
      {copilotkit.runtimeConnectionStatus === 'connected' ? (
        <CopilotChat threadId={threadId} />
      ) : (
        <p role="status">The gateway is {copilotkit.runtimeConnectionStatus}.</p>
      )}
    </div>
  )
}
