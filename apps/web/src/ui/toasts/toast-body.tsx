import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useFocusReturn } from '../use-focus-return.ts'
import styles from './toasts.module.css'

interface Action {
  label: string
  onClick: () => void
}

export interface Toast {
  /** A toast with the same id replaces the older one. */
  id?: string
  text?: ReactNode
  /** At the top, where it does not cover the list. */
  isAtTop?: boolean
  action?: Action
}

export function ToastBody({ text, action, onDone }: Pick<Toast, 'text' | 'action'> & { onDone: () => void }) {
  return (
    <>
      {text && <span>{text}</span>}
      {action && <Answer {...action} onDone={onDone} />}
    </>
  )
}

export interface Question extends Pick<Toast, 'id' | 'text'> {
  yes: Action
  no: string
}

/** The focus goes to the harmless answer, and then back to where it was. */
export function QuestionBody({ text, yes, no, onDone }: Question & { onDone: () => void }) {
  useFocusReturn()
  const harmless = useRef<HTMLButtonElement>(null)
  useEffect(() => harmless.current?.focus(), [])
  return (
    <div>
      {text && <span>{text}</span>}
      <span className={styles.answers} onKeyDown={({ key }) => key === 'Escape' && onDone()}>
        <Answer {...yes} onDone={onDone} />
        <Answer ref={harmless} label={no} onClick={() => undefined} onDone={onDone} />
      </span>
    </div>
  )
}

interface AnswerProps extends Action {
  onDone: () => void
  ref?: Ref<HTMLButtonElement>
}

function Answer({ label, onClick, onDone, ref }: AnswerProps) {
  return (
    <button
      ref={ref}
      type="button"
      onClick={() => {
        onClick()
        onDone()
      }}
    >
      {label}
    </button>
  )
}
