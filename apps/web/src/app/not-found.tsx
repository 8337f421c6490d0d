import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../lib/browser/title.ts'
import { EmptyState } from '../ui/states/empty-state.tsx'
import styles from './session/starting.module.css'

export function NotFound() {
  const { t } = useTranslation()
  useTitle(t('shell.notFound.title'))
  return (
    <main className={styles.page}>
      <EmptyState
        icon={<IconMapQuestion size={32} stroke={1.3} aria-hidden />}
        isPage
        title={t('shell.notFound.title')}
        actions={
          <Button component={Link} to="/tickets/{-$ticketId}">
            {t('shell.notFound.back')}
          </Button>
        }
      >
        {t('shell.notFound.text')}
      </EmptyState>
    </main>
  )
}
