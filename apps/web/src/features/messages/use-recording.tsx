import type { ReactNode } from 'react'

/** Voice messages: the microphone beside the field, and what takes the field's place while it records. */
export function useRecording(_ticketId: number): { button: ReactNode; bar: ReactNode } {
  return { button: null, bar: null }
}
