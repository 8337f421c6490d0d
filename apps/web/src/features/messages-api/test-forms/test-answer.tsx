import type { ApiSent } from '@guiche/contract'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/cache/queries.ts'
import { CodeBlock } from '../code-block.tsx'
import styles from '../messages-api.module.css'

interface Props {
  answer: ApiSent | undefined
  error: Error | null
}

/** What the server has answered, as a program sees it, and in words if it was a refusal. */
export function TestAnswer({ answer, error }: Props) {
  const { t } = useTranslation()
  const name = t('messages-api.test.answer')
  if (error) return <Refusal error={error} name={name} />
  return (
    <div role="status" className={styles.answer}>
      {answer && (
        <>
          <p>{t('messages-api.test.sent')}</p>
          <CodeBlock name={name} code={JSON.stringify(answer, null, 2)} />
        </>
      )}
    </div>
  )
}

function Refusal({ error, name }: { error: Error; name: string }) {
  const { t } = useTranslation()
  const refusal = error instanceof ApiError && error.status > 0 ? error : undefined
  const words =
    refusal?.status === 403 && !refusal.code.startsWith('ERR_') ? t('errors.ERR_INVALID_API_TOKEN') : errorText(error)
  return (
    <Alert color="red" role="alert" className={styles.refusal ?? ''}>
      <p>{words}</p>
      {refusal && (
        <CodeBlock name={name} code={`${refusal.status} ${JSON.stringify({ error: refusal.code }, null, 2)}`} />
      )}
    </Alert>
  )
}
