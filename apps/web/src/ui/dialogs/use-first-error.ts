import { useEffect, useRef, useState } from 'react'

/** After a failed validation, focuses the first field in error once React has rendered the errors. */
export function useFirstError() {
  const form = useRef<HTMLFormElement>(null)
  const [submits, setSubmits] = useState(0)

  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submits])

  return { form, focusFirstError: () => setSubmits((count) => count + 1) }
}
