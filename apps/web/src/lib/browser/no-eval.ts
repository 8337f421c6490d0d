import { config } from 'zod'

// zod would compile schemas with eval. The content security policy forbids that, and reports even the attempt (S70).
config({ jitless: true })
