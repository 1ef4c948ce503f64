import { createContext } from 'preact'

/** The working folder of a thread's agent, if known. */
export const Folder = createContext<string | undefined>(undefined)
