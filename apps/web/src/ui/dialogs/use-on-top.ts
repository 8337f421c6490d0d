import { useEffect, useRef } from 'react'

/** The open dialogs, the last one on top. */
const open: object[] = []

/** Whether no other dialog has been opened above this one: each open dialog hears Escape. */
export function useOnTop(): () => boolean {
  const own = useRef({})
  useEffect(() => {
    const dialog = own.current
    open.push(dialog)
    // Later, because the same press of Escape may still come to the dialog below.
    return () => void setTimeout(() => open.splice(open.indexOf(dialog), 1))
  }, [])
  return () => open.at(-1) === own.current
}
