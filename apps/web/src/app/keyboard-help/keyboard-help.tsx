import { Button, FocusTrap, Modal, Switch } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionGroup, type CatalogEntry, catalog } from '../../lib/keyboard/catalog.ts'
import { chosenKeys, useChosenKeys } from '../../lib/keyboard/chosen-keys.ts'
import { letters } from '../../lib/keyboard/shortcuts.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import styles from './keyboard-help.module.css'
import { ShortcutRow } from './shortcut-row.tsx'

const groups = ['general', 'list', 'ticket', 'write'] as const satisfies readonly ActionGroup[]

/** All shortcuts, to look up and to change. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFocusReturn()
  const lettersOn = useSyncExternalStore(letters.subscribe, letters.get)
  const isChanged = Object.keys(useChosenKeys()).length > 0
  const [asked, setAsked] = useState<CatalogEntry>()

  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={t('shell.keys.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      classNames={{ title: styles.title }}
    >
      <FocusTrap.InitialFocus />
      <p className={styles.lead}>{t('shell.keys.change')}</p>
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{t(`shell.keys.groups.${group}`)}</h3>
            <dl>
              {catalog
                .filter((entry) => entry.group === group)
                .map((entry) => (
                  <ShortcutRow
                    key={entry.label}
                    entry={entry}
                    isAsking={asked === entry}
                    onAsk={(isAsking) => setAsked(isAsking ? entry : undefined)}
                  />
                ))}
            </dl>
          </section>
        ))}
      </div>
      <footer className={styles.foot}>
        <Switch
          label={t('shell.keys.letters')}
          description={t('shell.keys.lettersText')}
          checked={lettersOn}
          onChange={({ currentTarget }) => letters.set(currentTarget.checked)}
        />
        {isChanged && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRestore size={16} />}
            onClick={() => {
              setAsked(undefined)
              chosenKeys.clear()
            }}
          >
            {t('shell.keys.reset')}
          </Button>
        )}
      </footer>
    </Modal>
  )
}
