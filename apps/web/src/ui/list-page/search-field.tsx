import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../page/page.module.css'

interface Props {
  label: string
  /** What is being searched for now; the field shows what is typed until it rests. */
  value: string
  onChange: (text: string) => void
}

/** docs/requirements/workspace.md, section 9. */
const rest = 500

/** Searches when the typing has rested, at once on Enter and when it is emptied. */
export function SearchField({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const searchLater = useDebouncedCallback(onChange, rest)

  // Somebody else changed it (an address was opened, filters were cleared): the field follows.
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
