import { CopilotKitProvider } from '@copilotkit/react-core/v2'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

createRoot(document.getElementById('root')!).render(
  <CopilotKitProvider runtimeUrl="/api/capstan" useSingleEndpoint={false} enableInspector={false}>
    <App />
  </CopilotKitProvider>,
)
