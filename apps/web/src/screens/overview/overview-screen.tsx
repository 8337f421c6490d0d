import { Button } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MovementFigures, StateFigures } from '../../features/overview/company-figures.tsx'
import { HealthFigures } from '../../features/overview/health-figures.tsx'
import { OverviewSkeleton } from '../../features/overview/overview-skeleton.tsx'
import { isEmpty, overview, useLiveOverview } from '../../features/overview/overview.api.ts'
import { Revenue } from '../../features/overview/revenue.tsx'
import { causeOf } from '../../lib/api-error.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Page } from '../../ui/page/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failure } from '../../ui/states/failure.tsx'

/** The installation in numbers, for the operator; each opens its list (docs/requirements/back-office.md, section 2). */
export function OverviewScreen() {
  const { t } = useTranslation()
  useTitle(t('overview.title'))
  useLiveOverview()
  const { data, error, isPending, isFetching, refetch } = useQuery(overview)

  return (
    <Page title={t('overview.title')}>
      {isPending && <OverviewSkeleton label={t('ui.loading')} />}
      {error && !data && <Failure cause={causeOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {data && (
        <>
          {isEmpty(data) ? (
            <NoCompanies />
          ) : (
            <>
              <StateFigures overview={data} />
              <MovementFigures overview={data} />
              <Revenue months={data.revenue} />
            </>
          )}
          <HealthFigures overview={data} />
        </>
      )}
    </Page>
  )
}

function NoCompanies() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconBuildingStore size={32} stroke={1.3} aria-hidden />}
      title={t('companies.empty')}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/companies" {...props} />}>
          {t('overview.toCompanies')}
        </Button>
      }
    >
      {t('companies.emptyText')}
    </EmptyState>
  )
}
