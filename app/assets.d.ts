// Next writes this into next-env.d.ts as well, but only when it builds: types must check before the first build.
/// <reference types="next/image-types/global" />
