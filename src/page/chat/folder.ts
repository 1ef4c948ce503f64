import { createContext } from 'preact'

/** Where the agent of a thread works, as far as the page knows. */
export const Folder = createContext<string | undefined>(undefined)
