import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numbers } from '../numbers.ts'
import styles from '../page/page.module.css'

interface Props {
  label: string
  /** The current search; the field shows unfinished input until the user pauses. */
  value: string
  onChange: (text: string) => void
}

/** Searches when the user pauses, and at once on Enter or when the field is cleared. */
export function SearchField({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const searchLater = useDebouncedCallback(onChange, numbers.searchDebounce)

  // The search changed outside of the field (navigation, cleared filters), so show it.
  if (value !== known) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }

  function searchNow(text: string) {
    searchLater.cancel()
    onChange(text)
  }

  return (
    <TextInput
      className={styles.search}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      leftSection={<IconSearch size={15} stroke={1.8} />}
      rightSection={
        typed && (
          <CloseButton
            size="xs"
            aria-label={t('ui.clearSearch')}
            onClick={() => {
              setTyped('')
              searchNow('')
            }}
          />
        )
      }
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        if (currentTarget.value.trim() === '') searchNow('')
        else searchLater(currentTarget.value.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchNow(typed.trim())
      }}
    />
  )
}
