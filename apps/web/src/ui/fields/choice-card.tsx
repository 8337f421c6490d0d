import { Radio } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './choice-card.module.css'

interface Props {
  value: string
  name: string
  /** Below the name. */
  lines: ReactNode[]
  price?: string
  isInvalid?: boolean
  isDisabled?: boolean
  hasFocus?: boolean
}

/** One of several things to choose, in a `Radio.Group`. */
export function ChoiceCard({ value, name, lines, price, isInvalid, isDisabled, hasFocus }: Props) {
  return (
    <Radio.Card
      value={value}
      className={styles.card ?? ''}
      aria-label={name}
      aria-invalid={isInvalid}
      disabled={isDisabled}
      data-autofocus={hasFocus || undefined}
      onKeyDown={sendOnEnter}
    >
      <Radio.Indicator size="xs" />
      <span className={styles.contents}>
        <b>{name}</b>
        {lines.map((line, index) => line && <small key={index}>{line}</small>)}
      </span>
      {price !== undefined && <span className={styles.price}>{price}</span>}
    </Radio.Card>
  )
}

/** The cards, one below the other. */
export const ChoiceCards = ({ children }: { children: ReactNode }) => <div className={styles.cards}>{children}</div>

/** Submits on Enter, as in any form: a card is a button, on which Enter would only choose it again. */
function sendOnEnter(event: KeyboardEvent<HTMLButtonElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
