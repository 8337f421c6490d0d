import type { HelpView } from '@guiche/contract'
import { IconHelp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HelpGrid } from '../../features/helps/help-grid.tsx'
import { HelpPlayer } from '../../features/helps/help-player.tsx'
import { helps } from '../../features/helps/helps.api.ts'
import { causeOf } from '../../lib/api-error.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Page } from '../../ui/page/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failure } from '../../ui/states/failure.tsx'

/** Videos about the product (docs/requirements/back-office.md, section 2). The operator keeps them in the settings. */
export function HelpsScreen() {
  const { t } = useTranslation()
  useTitle(t('helps.title'))
  const count = useQuery(helps).data?.length
  const [playing, setPlaying] = useState<HelpView>()

  return (
    <Page title={t('helps.title')} count={count}>
      <Videos onPlay={setPlaying} />
      {playing && <HelpPlayer help={playing} onClose={() => setPlaying(undefined)} />}
    </Page>
  )
}

function Videos({ onPlay }: { onPlay: (help: HelpView) => void }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(helps)
  if (!data && error) return <Failure cause={causeOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (data?.length === 0) {
    return (
      <EmptyState icon={<IconHelp size={32} stroke={1.3} aria-hidden />} title={t('helps.empty')}>
        {t('helps.emptyText')}
      </EmptyState>
    )
  }
  return <HelpGrid helps={data} onPlay={onPlay} />
}
