{main};App\Kernel->handle;App\Parser->parse 640
{main};App\Kernel->handle;App\Parser->draw 160
{main} 12
