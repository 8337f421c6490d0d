import { FocusTrap, Modal, Switch } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { letters, type Shortcut, type ShortcutGroup, useListedShortcuts } from '../../lib/keyboard/shortcuts.ts'
import { Keys } from '../../ui/marks/marks.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import styles from './keyboard-help.module.css'

const groups = ['general', 'list', 'ticket', 'write'] as const satisfies readonly ShortcutGroup[]

/** The shortcuts that work on the current screen. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFocusReturn()
  const listed = useListedShortcuts()
  const lettersOn = useSyncExternalStore(letters.subscribe, letters.get)
  const shown = groups.map((group) => ({
    group,
    shortcuts: once(listed.map(({ current }) => current).filter((shortcut) => shortcut.group === group)),
  }))

  return (
    <Modal
      opened
      onClose={onClose}
      size={680}
      title={t('shell.keys.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      classNames={{ title: styles.title }}
    >
      <FocusTrap.InitialFocus />
      <div className={styles.groups}>
        {shown
          .filter(({ shortcuts }) => shortcuts.length > 0)
          .map(({ group, shortcuts }) => (
            <section key={group}>
              <h3>{t(`shell.keys.groups.${group}`)}</h3>
              <dl>
                {shortcuts.map((shortcut) => (
                  <Row key={`${shortcut.keys} ${shortcut.label}`} shortcut={shortcut} />
                ))}
              </dl>
            </section>
          ))}
      </div>
      <Switch
        mt="md"
        label={t('shell.keys.letters')}
        description={t('shell.keys.lettersText')}
        checked={lettersOn}
        onChange={({ currentTarget }) => letters.set(currentTarget.checked)}
      />
    </Modal>
  )
}

/** Removes duplicates: several components may register the same shortcut. */
const once = (shortcuts: Shortcut[]) =>
  shortcuts.filter(({ label }, index) => shortcuts.findIndex((other) => other.label === label) === index)

function Row({ shortcut: { keys, label } }: { shortcut: Shortcut }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  )
}
