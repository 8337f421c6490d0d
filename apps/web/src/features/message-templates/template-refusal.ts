import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError } from '../../lib/api.ts'
import { errorText } from '../../lib/cache/queries.ts'

export const RefusalDetails = z.object({
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

/** What is wrong with a single thing, in words. */
export function useTemplateRefusal(): (error: Error) => string {
  const { t } = useTranslation()
  return (error) => {
    const details = error instanceof ApiError ? RefusalDetails.safeParse(error.details).data : undefined
    const [issue] = details?.issues ?? []
    return issue ? t(`ui.form.${issue.message}`, { defaultValue: errorText(error) }) : errorText(error)
  }
}
