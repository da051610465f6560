import { z } from 'zod'

// The policy of the page admits no eval, which zod would try with the first schema that is made.
z.config({ jitless: true })
