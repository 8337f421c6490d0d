import { createContext } from 'react'

/** The words of a search in the conversation, which its bubbles mark. */
export const MarkedWordsContext = createContext<readonly string[]>([])
