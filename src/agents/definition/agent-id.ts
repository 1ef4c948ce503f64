/** What an agent may be called: its id is a folder that is made and deleted, so it must not lead anywhere else. */
export const agentIdForm = /^[a-z0-9][a-z0-9-]*$/
