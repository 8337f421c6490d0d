import { type KeyboardEvent, type ReactNode, useState } from 'react'
import styles from './emoji-picker.module.css'

export interface RowButton {
  id: string
  label: string
  face: ReactNode
  onPress: () => void
}

/** A row of buttons that is one stop for Tab; the arrow keys move within it. */
export function EmojiRow({ label, buttons }: { label: string; buttons: RowButton[] }) {
  const [current, setCurrent] = useState(0)

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = (current + step + buttons.length) % buttons.length
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div role="toolbar" aria-label={label} className={styles.row} onKeyDown={move}>
      {buttons.map(({ id, label: name, face, onPress }, index) => (
        <button
          key={id}
          type="button"
          className={styles.emoji}
          aria-label={name}
          title={name}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={onPress}
        >
          {face}
        </button>
      ))}
    </div>
  )
}
