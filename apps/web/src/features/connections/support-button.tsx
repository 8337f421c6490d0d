import { api } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconHeadset } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'

/** Set where the server is started: it stays as it is while that runs. */
const supportNumber = queryOptions({
  queryKey: ['installation-settings'],
  queryFn: ({ signal }) => call(api.listSettings, undefined, { signal }),
  select: (settings) => settings.find(({ key }) => key === 'supportNumber')?.value,
  staleTime: Infinity,
})

/** A chat with whoever helps the people of this installation; nothing where nobody does. */
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
