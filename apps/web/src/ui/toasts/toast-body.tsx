import type { ReactNode } from 'react'

export interface Toast {
  /** A toast with the same id replaces the older one. */
  id?: string
  text?: ReactNode
  /** At the top, where it does not cover the list. */
  isAtTop?: boolean
  action?: { label: string; onClick: () => void }
}

export function ToastBody({ text, action, onDone }: Pick<Toast, 'text' | 'action'> & { onDone: () => void }) {
  return (
    <>
      {text && <span>{text}</span>}
      {action && (
        <button
          type="button"
          onClick={() => {
            action.onClick()
            onDone()
          }}
        >
          {action.label}
        </button>
      )}
    </>
  )
}
