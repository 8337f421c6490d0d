import type { ContactView } from '@guiche/contract'
import { limits } from '@guiche/contract'
import { CloseButton, Combobox, InputBase, Loader, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numbers } from '../../ui/numbers.ts'
import { phoneText } from '../../lib/phone.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import styles from './contact-select.module.css'
import { contactsFound } from './contacts.api.ts'

type Found = Pick<ContactView, 'id' | 'name' | 'number' | 'urlPicture' | 'channel' | 'isGroup'>

interface Props {
  label: string
  description?: string
  value: Pick<Found, 'id' | 'name'> | undefined
  onChange: (contact: Found | undefined) => void
  /** Creates a contact from the typed text. Without it, only existing contacts can be chosen. */
  onCreate?: (typed: string) => void
  /** Finds groups as well as people. */
  withGroups?: boolean
  /** It narrows a list: it may be empty, is small, and does not take the focus. */
  isFilter?: boolean
  error: string | false | undefined
}

/** The option that creates a contact; ids are numbers. */
const newOne = 'new'

/** Searches contacts from three letters on (docs/requirements/workspace.md, section 5). */
export function ContactSelect(props: Props) {
  const { label, description, value, onChange, onCreate, withGroups = false, isFilter = false, error } = props
  const { t } = useTranslation()
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim().toLocaleLowerCase(), numbers.searchDebounce)
  const isLong = text.length >= limits.searchLetters
  const search = useQuery({ ...contactsFound(text, withGroups), enabled: isLong })
  const found = isLong ? (search.data?.contacts ?? []) : []

  return (
    <Combobox
      store={box}
      onOptionSubmit={(id) => {
        box.closeDropdown()
        if (id === newOne) return onCreate?.(typed.trim())
        onChange(found.find((contact) => String(contact.id) === id))
        setTyped('')
      }}
    >
      <Combobox.Target>
        <InputBase
          {...(isFilter ? { size: 'xs' } : { 'data-autofocus': true, withAsterisk: true })}
          label={label}
          description={description}
          placeholder={t('contacts.select.placeholder')}
          value={value ? value.name : typed}
          error={error}
          rightSection={
            search.isFetching ? (
              <Loader size={14} />
            ) : isFilter && value ? (
              <CloseButton
                size="xs"
                aria-label={t('contacts.select.clear')}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  setTyped('')
                  onChange(undefined)
                }}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={isFilter && value ? 'all' : 'none'}
          onChange={({ currentTarget }) => {
            if (value) onChange(undefined)
            setTyped(currentTarget.value)
            box.openDropdown()
            box.updateSelectedOptionIndex()
          }}
          onFocus={() => typed !== '' && box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      {isLong && !value && (
        <Combobox.Dropdown>
          <Combobox.Options aria-label={label} mah={280} style={{ overflowY: 'auto' }}>
            {found.map((contact) => (
              <Combobox.Option key={contact.id} value={String(contact.id)}>
                <Option contact={contact} />
              </Combobox.Option>
            ))}
            {search.isSuccess && found.length === 0 && <Combobox.Empty>{t('contacts.select.nobody')}</Combobox.Empty>}
            {search.isError && <Combobox.Empty>{t('contacts.select.failed')}</Combobox.Empty>}
            {onCreate && (
              <Combobox.Option value={newOne} className={styles.create}>
                <IconUserPlus size={16} stroke={1.7} aria-hidden />
                <span className="cut">{t('contacts.select.create', { text: typed.trim() })}</span>
              </Combobox.Option>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}

function Option({ contact }: { contact: Found }) {
  const phone = phoneText(contact.number)
  return (
    <span className={styles.option}>
      <Avatar name={contact.name} size={28} picture={contact.urlPicture} channel={contact.channel} />
      <span className="cut">{contact.name}</span>
      <small>{'text' in phone ? phone.text : ''}</small>
    </span>
  )
}
