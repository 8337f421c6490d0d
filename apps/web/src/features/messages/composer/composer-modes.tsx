import { Switch } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './composer.module.css'

export type Mode = 'reply' | 'private'
const modes = ['reply', 'private'] as const

interface Props {
  mode: Mode
  onChange: (mode: Mode) => void
  /** Called after a click. The arrow keys change the mode too, but keep the focus on the tabs. */
  onChosen: () => void
  /** The name of the customer, who does not see a private note. */
  contactName: string
  /** Undefined if the company does not allow signatures. */
  signs: boolean | undefined
  onSign: (signs: boolean) => void
}

export function ComposerModes({ mode, onChange, onChosen, contactName, signs, onSign }: Props) {
  const { t } = useTranslation()

  function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = mode === 'reply' ? 'private' : 'reply'
    onChange(next)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[modes.indexOf(next)]?.focus()
  }

  return (
    <div className={styles.modes}>
      <div role="tablist" aria-label={t('messages.composer.modes')} onKeyDown={moveFocus}>
        {modes.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={mode === one}
            tabIndex={mode === one ? 0 : -1}
            onClick={() => {
              onChange(one)
              onChosen()
            }}
          >
            {one === 'private' && <IconLock size={13} stroke={2} aria-hidden />} {t(`messages.composer.${one}`)}
          </button>
        ))}
      </div>
      {mode === 'private' ? (
        <p className={styles.warning}>
          <span>{t('messages.composer.teamOnly')}</span>{' '}
          <span>{t('messages.composer.notTold', { name: contactName })}</span>
        </p>
      ) : (
        signs !== undefined && (
          <Switch
            size="xs"
            label={t('messages.composer.sign')}
            labelPosition="left"
            checked={signs}
            onChange={({ currentTarget }) => onSign(currentTarget.checked)}
          />
        )
      )}
    </div>
  )
}
