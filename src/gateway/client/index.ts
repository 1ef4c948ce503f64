export { CapstanAgent } from './capstan-agent.ts'
