import { Button } from '@mantine/core'
import { IconHeadset } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { supportNumber } from './installation.ts'

/** Opens a chat with the installation's support; nothing if no number is configured. */
export function SupportButton() {
  const { t } = useTranslation()
  const { data: number } = useQuery(supportNumber)
  if (number === undefined) return null
  return (
    <Button
      component="a"
      href={`https://wa.me/${number}`}
      target="_blank"
      rel="noopener"
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<IconHeadset size={16} stroke={1.8} />}
    >
      {t('connections.support')}
    </Button>
  )
}
