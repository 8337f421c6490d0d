import type { ReactNode } from 'react'

export interface Toast {
  /** A toast with the same id replaces the older one. */
  id?: string
  text?: ReactNode
  action?: { label: string; onClick: () => void }
}

export function ToastBody({ text, action, onDone }: Toast & { onDone: () => void }) {
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
