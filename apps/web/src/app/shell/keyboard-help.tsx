import { FocusTrap, Modal, Switch } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { letters, type Shortcut, type ShortcutGroup, useListedShortcuts } from '../../lib/shortcuts.ts'
import { Key } from '../../ui/marks.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import styles from './keyboard-help.module.css'

const groups = ['general', 'list', 'ticket', 'write'] as const satisfies readonly ShortcutGroup[]

/** The keys that work where the person is now. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFocusReturn()
  const listed = useListedShortcuts()
  const lettersOn = useSyncExternalStore(letters.subscribe, letters.get)
  const shown = groups.map((group) => ({
    group,
    shortcuts: listed.map(({ current }) => current).filter((shortcut) => shortcut.group === group),
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

function Row({ shortcut: { keys, label } }: { shortcut: Shortcut }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {keys.split('+').map((key) => (
          <Key key={key}>{keyName(key)}</Key>
        ))}
      </dd>
    </div>
  )
}

const names: Record<string, string> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' }

function keyName(key: string): string {
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}
