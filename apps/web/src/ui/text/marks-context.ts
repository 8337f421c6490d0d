import { createContext } from 'react'

interface Mark {
  start: number
  end: number
}

/** Which parts of a text are marked, such as the words of a search, in order and without overlaps. Undefined: none. */
export const MarksContext = createContext<((text: string) => readonly Mark[]) | undefined>(undefined)
