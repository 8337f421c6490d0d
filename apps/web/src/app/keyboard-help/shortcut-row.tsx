import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CatalogEntry, isFixed } from '../../lib/keyboard/catalog.ts'
import { type Problem, chosenKeys, problemWith, useKeysFor } from '../../lib/keyboard/chosen-keys.ts'
import { keysOf } from '../../lib/keyboard/shortcuts.ts'
import { Keys, keysText } from '../../ui/marks/marks.tsx'
import styles from './keyboard-help.module.css'

interface Props {
  entry: CatalogEntry
  /** It waits for its new keys. */
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
}

export function ShortcutRow({ entry, isAsking, onAsk }: Props) {
  const { t } = useTranslation()
  const keys = useKeysFor(entry.keys)
  const label = t(entry.label)
  if (isFixed(entry)) {
    return (
      <div className={styles.row}>
        <dt>{label}</dt>
        <dd>
          <Keys keys={entry.keys} />
        </dd>
      </div>
    )
  }
  return (
    <div className={styles.row} data-asking={isAsking}>
      <dt>{label}</dt>
      <dd>
        {isAsking ? (
          <KeysField entry={entry} onDone={() => onAsk(false)} />
        ) : (
          <UnstyledButton
            className={styles.keys}
            aria-label={t('shell.keys.changeOne', { label, keys: keysText(keys) })}
            onClick={() => onAsk(true)}
          >
            <Keys keys={keys} />
          </UnstyledButton>
        )}
      </dd>
    </div>
  )
}

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead']

/** Takes the next keys that are pressed. Esc and leaving it change nothing. */
function KeysField({ entry, onDone }: { entry: CatalogEntry; onDone: () => void }) {
  const [refused, setRefused] = useState<{ keys: string; problem: Problem }>()
  const textOf = useProblemText()
  const { t } = useTranslation()
  const problemId = useId()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return onDone()
    if (modifiers.includes(event.key) || event.nativeEvent.repeat) return
    const keys = keysOf(event.nativeEvent)
    const problem = problemWith(entry, keys)
    if (problem) return setRefused({ keys, problem })
    chosenKeys.set(entry.keys, keys)
    onDone()
  }

  return (
    <>
      <UnstyledButton
        className={styles.field}
        autoFocus
        // Otherwise Esc would close the dialog.
        data-mantine-stop-propagation="true"
        aria-label={t('shell.keys.press', { label: t(entry.label) })}
        aria-describedby={refused && problemId}
        onKeyDown={onKeyDown}
        onBlur={onDone}
      >
        {t('shell.keys.pressShort')}
      </UnstyledButton>
      {refused && (
        <p className={styles.problem} id={problemId} role="alert">
          {textOf(refused.problem, refused.keys)}
        </p>
      )}
    </>
  )
}

function useProblemText(): (problem: Problem, keys: string) => string {
  const { t } = useTranslation()
  return (problem, keys) =>
    problem.kind === 'taken'
      ? t('shell.keys.problems.taken', { keys: keysText(keys), label: t(problem.by.label) })
      : t(`shell.keys.problems.${problem.kind}`)
}
