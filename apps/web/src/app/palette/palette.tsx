import { marksIn, searchWords } from '@guiche/contract'
import { Combobox, Modal, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Marked } from '../../ui/marks/marked.tsx'
import { Key, Keys } from '../../ui/marks/marks.tsx'
import styles from './palette.module.css'
import { usePaletteGroups } from './use-palette-groups.ts'

interface Props {
  typed: string
  onType: (text: string) => void
  /** Called when the palette's field has the focus. */
  onFocused: () => void
  onClose: () => void
}

/** Finds tickets, actions and screens by name. */
export function Palette({ typed, onType, onFocused, onClose }: Props) {
  const { t } = useTranslation()
  const { groups, isSearching } = usePaletteGroups(typed.trim())
  const combobox = useCombobox({ opened: true })
  const items = groups.flatMap((group) => group.items)
  const shape = items.map(({ id }) => id).join(' ')
  const words = searchWords(typed)
  const label = t('shell.search')
  const listId = useId()

  const { selectFirstOption, updateSelectedOptionIndex } = combobox
  useEffect(() => {
    selectFirstOption()
    updateSelectedOptionIndex('selected')
  }, [shape, selectFirstOption, updateSelectedOptionIndex])

  function run(id: string) {
    onClose()
    items.find((item) => item.id === id)?.run()
  }

  return (
    <Modal.Root opened onClose={onClose} size={600} padding={0} classNames={{ inner: styles.inner }}>
      <Modal.Overlay />
      <Modal.Content aria-label={label}>
        <Modal.Body>
          <Combobox store={combobox} onOptionSubmit={run}>
            <label className={styles.field}>
              <IconSearch size={18} stroke={1.8} aria-hidden />
              <Combobox.EventsTarget aria-expanded aria-controls={listId}>
                <input
                  data-autofocus
                  role="combobox"
                  aria-label={label}
                  placeholder={label}
                  value={typed}
                  onChange={({ currentTarget }) => onType(currentTarget.value)}
                  onFocus={() => {
                    selectFirstOption()
                    onFocused()
                  }}
                  onKeyDown={({ key }) => {
                    // The list of options stops Escape from reaching the dialog.
                    if (key === 'Escape') onClose()
                  }}
                />
              </Combobox.EventsTarget>
              <Key>Esc</Key>
            </label>
            <Combobox.Options id={listId} className={styles.results} aria-label={t('shell.palette.results')}>
              {groups.map(({ id, title, items: found }) => (
                <div key={id} role="group" aria-label={title}>
                  <p className={styles.group} aria-hidden>
                    {title}
                  </p>
                  {found.map((item) => (
                    <Combobox.Option key={item.id} value={item.id} className={styles.result}>
                      <span className={styles.picture}>{item.picture}</span>
                      <span className="cut">
                        <Marked text={item.title} marks={marksIn(item.title, words)} />
                      </span>
                      <small className="cut">
                        {item.detail && <Marked text={item.detail} marks={marksIn(item.detail, words)} />}
                      </small>
                      {item.keys && <Keys keys={item.keys} />}
                    </Combobox.Option>
                  ))}
                </div>
              ))}
            </Combobox.Options>
            <p className={styles.state} role="status">
              {items.length === 0 && t(isSearching ? 'shell.palette.searching' : 'ui.nothingFound')}
            </p>
          </Combobox>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
